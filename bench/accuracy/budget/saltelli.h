// Estimates Sobol' indices by running the model: `argv[1]` is the number of inputs, and `argv[2]` the number of runs
// per input and for each of the two base samples. Each batch of runs draws its own random numbers. First-order indices
// follow Saltelli and others (2010), and total indices follow Jansen (1999). Prints a line for each input: both
// indices, and the standard error of each, estimated from the spread of the batches.
enum { BATCHES = 50 };
static int input_count;

static double run_at(const double *from) {
  for (int i = 0; i < input_count; i++) point[i] = from[i];
  input = 0;
  return model();
}

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  const int count = input_count = atoi(argv[1]);
  const long runs = atol(argv[2]) / BATCHES;
  static double a[MOST_INPUTS], b[MOST_INPUTS], first[BATCHES][MOST_INPUTS], total[BATCHES][MOST_INPUTS];
  double *at_a = malloc((size_t)runs * sizeof(double)), *at_b = malloc((size_t)runs * sizeof(double));
  double *at_mixed = malloc((size_t)runs * (size_t)count * sizeof(double));
  for (int batch = 0; batch < BATCHES; batch++) {
    double mean = 0, squares = 0;
    for (long i = 0; i < runs; i++) {
      for (int k = 0; k < count; k++) a[k] = random_uniform();
      for (int k = 0; k < count; k++) b[k] = random_uniform();
      at_a[i] = run_at(a);
      at_b[i] = run_at(b);
      mean += (at_a[i] + at_b[i]) / 2 / (double)runs;
      for (int k = 0; k < count; k++) {
        const double kept = a[k];
        a[k] = b[k];
        at_mixed[i * count + k] = run_at(a);
        a[k] = kept;
      }
    }
    for (long i = 0; i < runs; i++)
      squares += ((at_a[i] - mean) * (at_a[i] - mean) + (at_b[i] - mean) * (at_b[i] - mean)) / 2 / (double)runs;
    for (int k = 0; k < count; k++) {
      double own = 0, moved = 0;
      for (long i = 0; i < runs; i++) {
        const double mixed = at_mixed[i * count + k];
        own += (at_b[i] - mean) * (mixed - at_a[i]);
        moved += (at_a[i] - mixed) * (at_a[i] - mixed) / 2;
      }
      first[batch][k] = own / squares / (double)runs;
      total[batch][k] = moved / squares / (double)runs;
    }
  }
  for (int k = 0; k < count; k++) {
    double means[2] = {0, 0}, errors[2] = {0, 0};
    for (int batch = 0; batch < BATCHES; batch++) {
      means[0] += first[batch][k] / BATCHES;
      means[1] += total[batch][k] / BATCHES;
    }
    for (int batch = 0; batch < BATCHES; batch++) {
      errors[0] += (first[batch][k] - means[0]) * (first[batch][k] - means[0]);
      errors[1] += (total[batch][k] - means[1]) * (total[batch][k] - means[1]);
    }
    const double scale = 1.0 / BATCHES / (BATCHES - 1);
    printf("%.9f %.9f %.9f %.9f\n", means[0], sqrt(errors[0] * scale), means[1], sqrt(errors[1] * scale));
  }
}
