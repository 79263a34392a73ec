// What pages need to know of a program that is one text: see toolchain/lone-source.ts.
export { guessFortranForm, nameLoneSource } from '../../toolchain/lone-source.ts';
