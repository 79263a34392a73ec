# The WebAssembly exception tag of C++ exceptions: its one value is the address of the unwind header.
	.tagtype __cpp_exception i32
	.globl __cpp_exception
__cpp_exception:
