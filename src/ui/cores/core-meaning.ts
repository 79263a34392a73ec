// Explains a core's effect on a program, in a sentence built from the core's record.
import type { Core } from '../service/service-records.ts';

const MEBIBYTE = 1024 ** 2;

function describeMemory({ MemorySize }: Core): string {
  return `${Math.round(MemorySize / MEBIBYTE)} MB of memory`;
}

/** Describes a core in one or two short sentences. */
export function explainCore(core: Core): string {
  const { Microarchitecture, Precision, CorrelationTracking, LaneCount } = core;
  const follows = CorrelationTracking !== 'Disable';
  switch (Microarchitecture) {
    case 'Bypass':
      return `Plain numbers: every distribution is replaced by its mean. ${describeMemory(core)}.`;
    case 'Reference':
      return `Runs the program thousands of times with randomly drawn numbers: slow, but correct for every program. ${describeMemory(core)}.`;
    case 'Joint':
      return `Keeps ${Precision} points per value and tracks every dependence between values with ${LaneCount === undefined ? '' : `${LaneCount} `}aligned samples. ${describeMemory(core)}.`;
    default:
      return follows
        ? `Keeps ${Precision} points per value and tracks dependence: x − x is 0. ${describeMemory(core)}.`
        : `Keeps ${Precision} points per value and treats operands as independent: faster, but x − x is not 0. ${describeMemory(core)}.`;
  }
}

/** Groups the cores under the picker's headings. */
export function groupCores(cores: readonly Core[]): readonly (readonly [string, readonly Core[]])[] {
  const isDefault = ({ Owner }: Core) => Owner === 'haze';
  const follows = ({ Microarchitecture, CorrelationTracking }: Core) =>
    Microarchitecture === 'Athens' && CorrelationTracking !== 'Disable';
  const independent = ({ Microarchitecture, CorrelationTracking }: Core) =>
    Microarchitecture === 'Athens' && CorrelationTracking === 'Disable';
  const known = cores.filter((core) => isDefault(core) && core.Class === 'C0');
  const groups = [
    ['Track dependence between values', known.filter(follows)],
    ['Treat values as independent', known.filter(independent)],
    ['Special', known.filter(({ Microarchitecture }) => Microarchitecture !== 'Athens')],
    ['Other classes and devices', cores.filter((core) => isDefault(core) && core.Class !== 'C0')],
    ['Your own', cores.filter((core) => !isDefault(core))],
  ] as const;
  return groups.filter(([, members]) => members.length > 0);
}

/** Finds the core specified in a program's settings: a default core by its name, any other core by its ID. */
export function findCore(cores: readonly Core[], wanted: string): Core | undefined {
  return cores.find(({ Name, CoreID, Owner }) => CoreID === wanted || (Owner === 'haze' && Name === wanted));
}
