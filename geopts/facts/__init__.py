"""Tables of facts, one module a table, every row with its source. No logic; import the module of the table you need."""
