// Checks the WebAssembly suite's vector assertions on rewritten modules: with plain numbers, and with boxes in place
// of floating-point lanes. The suite is not part of the repository: HAZE_WASM_SUITE is the path of its folder
// (github.com/WebAssembly/testsuite). The suite is converted by wast2json, from the wabt package.

import wabt from 'wabt';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { HazeError } from '../../src/errors/haze-error.ts';
import { OPCODES } from '../../src/rewrite/encoding/opcodes.ts';
import { hookName } from '../../src/rewrite/hooks/hooks.ts';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { HOOKED_INSTRUCTIONS } from '../../test/rewrite/hooked-instructions.ts';
import { toyRuntimeText } from '../../test/rewrite/random-module.ts';
import { callersText, holds, isForBoxes, type SuiteCall } from './suite-callers.ts';
import { maybeReadSuite, type SuiteCommand, type SuiteFile } from './suite-commands.ts';

const FOLDER_VARIABLE = 'HAZE_WASM_SUITE';
/** Files whose functions use their lanes as numbers rather than bits, so boxes are possible. */
const COMPUTES = /^simd_(f32x4|f64x2|conversions|i32x4_trunc_sat)/;
const TYPE_NAMES: Readonly<Record<string, string>> = { i: 'i32', l: 'i64', f: 'f32', d: 'f64' };
const FEATURES = { simd: true, multi_memory: true, exceptions: true };
const SPECTEST = `(module (memory (export "memory") 1 2) (table (export "table") 10 20 funcref)
  (global (export "global_i32") i32 (i32.const 666)) (global (export "global_i64") i64 (i64.const 666))
  (global (export "global_f32") f32 (f32.const 666.6)) (global (export "global_f64") f64 (f64.const 666.6))
  (func (export "print")) (func (export "print_i32") (param i32)))`;

/** Types of an instruction's operands and result, for a function that has the same effect. */
function signatureOf(opcode: number): {
  readonly parameters: string;
  readonly results: string;
  readonly count: number;
} {
  const [operands = '', results = ''] = OPCODES[opcode]!.effect.split(':');
  const types = (letters: string) => [...letters].map((letter) => TYPE_NAMES[letter]!).join(' ');
  return { parameters: types(operands), results: types(results), count: operands.length };
}

/** Slow paths that only execute the instruction, because no number is a box. */
const PLAIN_RUNTIME = `(module ${HOOKED_INSTRUCTIONS.map((opcode) => {
  const { parameters, results, count } = signatureOf(opcode);
  const operands = Array.from({ length: count }, (_, i) => `(local.get ${i})`).join(' ');
  return `(func (export "${hookName(opcode)}") (param ${parameters}) (result ${results}) (${OPCODES[opcode]!.name} ${operands}))`;
}).join('\n')}
  ${['f32', 'f64'].flatMap((type) => ['box', 'particle'].map((what) => `(func (export "${what}_${type}") (param ${type}) (result ${type}) (local.get 0))`)).join('\n')})`;

type Wabt = Awaited<ReturnType<typeof wabt>>;
type Imports = WebAssembly.Imports;

/** Counts for one way of running the suite. */
interface Count {
  held: number;
  readonly failed: string[];
}

function instantiate(bytes: Uint8Array, imports: Imports = {}): WebAssembly.Instance {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>), imports);
}

function assemble(tools: Wabt, text: string): Uint8Array {
  return tools
    .parseWat('suite.wat', text, { ...FEATURES, multi_value: true })
    .toBinary({ write_debug_names: true }).buffer;
}

/** Returns the module with names added, and with slow paths that it imports and re-exports. */
function addHooks(tools: Wabt, bytes: Uint8Array): Uint8Array {
  const module = tools.readWasm(bytes, { readDebugNames: true, ...FEATURES });
  module.generateNames();
  module.applyNames();
  // Imports come before everything else that has an index of the same kind.
  const imports = HOOKED_INSTRUCTIONS.map((opcode) => {
    const { parameters, results } = signatureOf(opcode);
    const name = hookName(opcode);
    return `(import "ux" "${name}" (func $${name} (param ${parameters}) (result ${results})))`;
  }).join('\n');
  const exports = HOOKED_INSTRUCTIONS.map(
    (opcode) => `(export "${hookName(opcode)}" (func $${hookName(opcode)}))`,
  ).join('\n');
  const text = module.toText({ foldExprs: false, inlineExport: false });
  const body = text.slice(text.indexOf('(module') + '(module'.length, text.lastIndexOf(')'));
  return assemble(tools, `(module ${imports} ${body} ${exports})`);
}

/** Runs the commands of one file in order; `prepare` converts each module for the run. */
class SuiteRun {
  private readonly tools: Wabt;
  private readonly file: SuiteFile;
  private readonly boxes: boolean;
  private readonly count: Count;
  private readonly prepare: (bytes: Uint8Array) => Uint8Array;
  private readonly registered: Imports;
  private ux: WebAssembly.Exports = {};
  private current: WebAssembly.Exports = {};

  constructor(
    tools: Wabt,
    file: SuiteFile,
    boxes: boolean,
    count: Count,
    prepare: (bytes: Uint8Array) => Uint8Array,
  ) {
    this.tools = tools;
    this.file = file;
    this.boxes = boxes;
    this.count = count;
    this.prepare = prepare;
    this.registered = { spectest: instantiate(assemble(tools, SPECTEST)).exports };
  }

  run(): void {
    const { commands } = this.file;
    for (let i = 0; i < commands.length; i++) {
      const command = commands[i]!;
      if ('action' in command) {
        const from = i;
        while (i + 1 < commands.length && 'action' in commands[i + 1]!) i++;
        this.makeCalls(commands.slice(from, i + 1) as SuiteCall[]);
      } else this.step(command);
    }
  }

  private step(command: Exclude<SuiteCommand, SuiteCall>): void {
    if (command.type === 'register') this.registered[command.as] = this.current as WebAssembly.ModuleImports;
    else if (command.type === 'module') this.start(command.filename);
    else if (command.module_type === 'binary') this.refuse(command.filename, command.line);
  }

  private start(filename: string): void {
    this.ux = instantiate(assemble(this.tools, this.boxes ? toyRuntimeText() : PLAIN_RUNTIME)).exports;
    const bytes = this.prepare(this.file.modules.get(filename)!);
    this.current = instantiate(bytes, {
      ...this.registered,
      ux: this.ux as WebAssembly.ModuleImports,
    }).exports;
  }

  private refuse(filename: string, line: number): void {
    try {
      rewriteModule(this.file.modules.get(filename)!);
      this.note(line, false, 'was not refused');
    } catch (error) {
      this.note(line, error instanceof HazeError, String(error));
    }
  }

  private makeCalls(all: readonly SuiteCall[]): void {
    const calls = this.boxes ? all.filter(isForBoxes) : all;
    const callers = instantiate(assemble(this.tools, callersText(calls, this.boxes)), {
      m: this.current as WebAssembly.ModuleImports,
      ux: this.ux as WebAssembly.ModuleImports,
    }).exports as Record<string, () => [bigint, bigint]>;
    calls.forEach((call, i) => {
      const answer = this.call(callers[i]!);
      if (call.type === 'assert_trap') this.note(call.line, answer === 'trap', `${answer}`);
      else if (answer === 'trap') this.note(call.line, false, 'trap');
      else {
        const bits = BigInt.asUintN(64, answer[0]) | (BigInt.asUintN(64, answer[1]) << 64n);
        const [expected] = call.expected;
        if (expected)
          this.note(call.line, holds(expected, bits), `${call.action.field}: ${bits.toString(16)}`);
      }
    });
  }

  private call(caller: () => [bigint, bigint]): [bigint, bigint] | 'trap' {
    (this.ux.forget as (() => void) | undefined)?.();
    try {
      return caller();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return 'trap';
      throw error;
    }
  }

  private note(line: number, isHeld: boolean, what: string): void {
    if (isHeld) this.count.held++;
    else this.count.failed.push(`${this.file.name}.wast:${line} ${what}`);
  }
}

/** Counts the assertions that hold; reports a missing suite or a missing wast2json. */
export async function run(): Promise<Measurement[]> {
  const folder = process.env[FOLDER_VARIABLE];
  const files = folder ? maybeReadSuite(folder, 'simd_') : undefined;
  if (!files) {
    console.log(
      `  Needs ${FOLDER_VARIABLE}, a folder of github.com/WebAssembly/testsuite, and wast2json (wabt).`,
    );
    return [];
  }
  const tools = await wabt();
  const rewrite = (bytes: Uint8Array) => rewriteModule(addHooks(tools, bytes)).module;
  const ways = [
    { name: 'plain module', boxes: false, prepare: (bytes: Uint8Array) => bytes },
    { name: 'rewritten', boxes: false, prepare: rewrite },
    { name: 'rewritten, boxes in lanes', boxes: true, prepare: rewrite },
  ];
  return ways.flatMap(({ name, boxes, prepare }) => {
    const count: Count = { held: 0, failed: [] };
    const refused: string[] = [];
    for (const file of files) {
      if (boxes && !COMPUTES.test(file.name)) continue;
      try {
        new SuiteRun(tools, file, boxes, count, prepare).run();
      } catch (error) {
        // The engine may also lack a feature, such as multiple memories, which Node 20 does not support.
        if (!(error instanceof HazeError || error instanceof WebAssembly.CompileError)) throw error;
        refused.push(`${file.name}: ${error.message}`);
      }
    }
    for (const line of [...refused, ...count.failed].slice(0, 20)) console.log(`  ${name}: ${line}`);
    return [
      measurement(`suite, ${name}: assertions that hold`, count.held, ''),
      measurement(`suite, ${name}: that do not`, count.failed.length, '', 0),
      measurement(`suite, ${name}: files refused by name`, refused.length, ''),
    ];
  });
}
