"""The four agents, each a prompt, tools and a parse around the one loop."""
