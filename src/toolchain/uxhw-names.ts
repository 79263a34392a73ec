// The functions of <uxhw.h> by name, and what to say of a name that is none of them. A test holds the table against the
// header.

/** Signatures of the double functions; those of floats have `float` and `Float` in place of `double` and `Double`. */
const SIGNATURES: readonly string[] = [
  'double UxHwDoubleGaussDist(double mean, double stddev)',
  'double UxHwDoubleUniformDist(double min, double max)',
  'double UxHwDoubleExponentialDist(double mu)',
  'double UxHwDoubleGumbel1Dist(double mu, double beta)',
  'double UxHwDoubleLogisticDist(double location, double scale)',
  'double UxHwDoubleLaplaceDist(double mu, double b)',
  'double UxHwDoubleWeibullDist(double k, double lambda)',
  'double UxHwDoubleLognormalDist(double mu, double sigma)',
  'double UxHwDoubleBoundedparetoDist(double alpha, double min, double max)',
  'double UxHwDoubleBetaDist(double a, double b)',
  'double UxHwDoubleGammaDist(double k, double theta)',
  'double UxHwDoubleInverseGammaDist(double alpha, double beta)',
  'double UxHwDoubleChiSquaredDist(double k)',
  'double UxHwDoubleFDist(double d1, double d2)',
  'double UxHwDoubleStudentsTDist(double nu)',
  'double UxHwDoubleGEVDist(double xi)',
  'double UxHwDoubleDistFromSamples(double *samples, size_t n)',
  'double UxHwDoubleDistFromWeightedSamples(WeightedDoubleSample *samples, size_t n, size_t unweightedCount)',
  'void UxHwDoubleDistFromMultidimensionalSamples(double *dest, void *samples, size_t n, size_t cardinality)',
  'double UxHwDoubleMixture(double d1, double d2, double p)',
  'double UxHwDoubleGetIndependentCopy(double v)',
  'double UxHwDoubleLimitDistributionSupport(double v, double lo, double hi)',
  'double UxHwDoubleNthMoment(double v, size_t n)',
  'double UxHwDoubleNthMode(double v, size_t n)',
  'double UxHwDoubleQuantile(double v, double p)',
  'double UxHwDoubleProbabilityGT(double v, double cutoff)',
  'double UxHwDoubleSupportMin(double v)',
  'double UxHwDoubleSupportMax(double v)',
  'double UxHwDoubleSample(double v)',
  'void UxHwDoubleSampleBatch(double v, double *dest, size_t n)',
  'double UxHwDoubleEvaluatePDF(double v, double x)',
  'double UxHwDoubleBayesLaplace(double (*likelihood)(double), double prior, double evidence)',
  'double UxHwDoubleBayesLaplaceWithArguments(double (*model)(void *, double), void *args, double prior, double evidence, size_t observations)',
  'ssize_t UxHwDoubleDistributionToByteArray(double v, uint8_t *buffer, size_t size)',
  'size_t UxHwDoubleGetSizeOfDistributionByteArrayInBytes(double v)',
  'double UxHwDoubleByteArrayToDistribution(uint8_t *buffer, size_t n)',
  'void UxHwDoublePrint(double v)',
];

const NAME = /(\w+)\(/;
/** A name that differs by more of its letters than this is no misspelling. */
const MOST_DIFFERENT = 0.6;

/** All signatures of the header. */
export function listSignatures(): string[] {
  return SIGNATURES.flatMap((signature) => [signature, toFloat(signature)]);
}

/**
 * What to say of a function that is not declared, when its name looks like one of <uxhw.h>: the nearest function of the header,
 * with its signature. Undefined for all other names.
 */
export function maybeExplainName(name: string): string | undefined {
  const match = /^(UxHw|libUncertain)(Double|Float)?(\w*)$/i.exec(name);
  if (!match) return undefined;
  const isFloat = match[2]?.toLowerCase() === 'float';
  const stem = (match[3] ?? '').toLowerCase();
  const all = SIGNATURES.map((signature) => ({ signature, stem: stemOf(signature) }));
  const nearest = all
    .map((one) => ({ ...one, distance: findDistance(stem, one.stem) }))
    .reduce((best, one) => (one.distance < best.distance ? one : best));
  const signature = isFloat ? toFloat(nearest.signature) : nearest.signature;
  const proper = NAME.exec(signature)![1]!;
  if (proper === name || `libUncertain${proper.slice(4)}` === name) {
    const header = name.startsWith('lib') ? 'uncertain.h' : 'uxhw.h';
    return `"${name}" is declared in <${header}>: add #include <${header}>.`;
  }
  if (nearest.distance > MOST_DIFFERENT * Math.max(stem.length, 5)) {
    return `There is no function "${name}" in <uxhw.h>, nor one with a similar name.`;
  }
  return `There is no function "${name}" in <uxhw.h>; the nearest is ${signature}.`;
}

function stemOf(signature: string): string {
  return NAME.exec(signature)![1]!.slice('UxHwDouble'.length).toLowerCase();
}

function toFloat(signature: string): string {
  return signature.replaceAll('double', 'float').replaceAll('Double', 'Float');
}

/** Letters to add, drop or change to make one word the other (Levenshtein). */
function findDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
