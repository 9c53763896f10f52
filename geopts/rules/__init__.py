"""Rules: what can be reported, each with its documentation, and the kinds of files they look at."""

from geopts.rules.registry import RULES, Rule, documented_rule, get_rule, rule

__all__ = ["RULES", "Rule", "documented_rule", "get_rule", "rule"]
