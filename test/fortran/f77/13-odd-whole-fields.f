      PROGRAM WHOLE
C     fields of integers and logicals, blanks by BN and BZ
      CHARACTER*12 T(30)
      CHARACTER*12 FM(8)
      LOGICAL L
      CHARACTER*30 Q
      CHARACTER*4 C
      DATA FM /'(I10)','(BZ,I10)','(I4)','(BZ,I4)','(I6.2)','(I1)',
     1 '(BN,I12)','(BZ,I12)'/
      DATA T /'1','+','-','   ','','1 2 3','-5','- 5','+ 7','1.','1.0',
     1 '1E2','99999999999','2147483647','2147483648','-2147483648',
     2 '-2147483649','--1','1-','1,2','12,','X',' X','0x10','00012',
     3 '-0','+ 0','T','*','1 '/
      DO 10 J=1,8
      DO 10 I=1,30
      K = -77
      READ(T(I), FM(J), IOSTAT=IOS) K
      PRINT *, FM(J), T(I), IOS, K
   10 CONTINUE
      DO 20 I=1,30
      L = .FALSE.
      READ(T(I), '(L5)', IOSTAT=IOS) L
      PRINT *, T(I), IOS, L
   20 CONTINUE
      Q='.TRUE. .F T F .fx'
      READ(Q, '(L7,L3,L2,L2,L4)') L
      PRINT *, L
      Q='.TRASH'
      READ(Q, '(L6)') L
      PRINT *, L
      Q='ABCDEFGH'
      READ(Q, '(A2)') C
      PRINT *, C, '|'
      Q='ABCDEFGH'
      READ(Q, '(A6)') C
      PRINT *, C, '|'
      Q='ABCDEFGH'
      READ(Q, '(T5,A2,T1,A1)') C(1:2), C(3:3)
      PRINT *, C, '|'
      Q='ABCDEFGH'
      READ(Q, '(3X,A2,TL3,A1,TR2,A1)') C(1:2), C(3:3), C(4:4)
      PRINT *, C, '|'
      END
