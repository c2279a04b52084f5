"""What an agent can do. The registry says which pass has which tool."""
