// The instructions of WebAssembly with slow paths, without the rewriter's own instructions, which no module contains.

import { PARTICLE_BITS_F32 } from '../../src/rewrite/encoding/opcodes.ts';
import { HOOK_KINDS } from '../../src/rewrite/hooks/hooks.ts';

export const HOOKED_INSTRUCTIONS: readonly number[] = HOOK_KINDS.flatMap((kind, opcode) =>
  kind === 'none' || opcode >= PARTICLE_BITS_F32 ? [] : [opcode],
);
