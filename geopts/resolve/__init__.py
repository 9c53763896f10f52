"""From typed options to what GE really does with them: placement in calls, relations between options, the plan."""
