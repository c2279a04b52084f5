"""What an agent does: passes, the one loop, prompts, plans, estimates; and the way without one."""
