! OPEN of a preconnected unit changes its modes and keeps its file.
program p
integer :: i
open(unit=5, pad='yes')
read(5,*) i
print *, i
open (unit=6, delim='quote')
print *, 'kept'
write (*, *) 'kept'
end program
