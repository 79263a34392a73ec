// What pages need to know of a program that is one text: see toolchain/sources/lone-source.ts.
export { guessFortranForm, nameLoneSource } from '../../toolchain/sources/lone-source.ts';
