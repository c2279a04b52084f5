"""What is remembered from night to night: episodes, and what follows from them by rule."""
