# The WebAssembly exception tag for C++ exceptions. Its only value is the address of the unwind header.
	.tagtype __cpp_exception i32
	.globl __cpp_exception
__cpp_exception:
