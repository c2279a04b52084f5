"""What parsing one text may cost. The child keeps to them; we name them in reasons."""

SECONDS = 3  # of processor time, so that load does not change what is parsed
MEMORY = 768 << 20  # bytes of the child's address space; 1 MB of dense Python takes half of it
REQUEST = 32 << 20  # bytes of a text
ANSWER = 8 << 20  # bytes of a result
PATIENCE = 120.0  # seconds without an answer, on a machine with much else to do
OUT_OF_MEMORY = 3  # exit code
