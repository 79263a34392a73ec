* flags: -fno-pad-source
* Without padding, a character constant continues right after the last character of its line.
      PROGRAM SHORT
      PRINT '(2A)', 'one
     & and two', '.'
      PRINT *, LEN('ab
     &cd'), 'it''s
     & so'
      END
