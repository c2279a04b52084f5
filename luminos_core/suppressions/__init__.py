"""Files in which people say which flags they accept: read, applied, and written."""
