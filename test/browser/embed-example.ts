// The programs in examples/embed, and their printed values.

export const LABELS = ['Voltage divider', 'Mean of a sample', 'Distance fallen'];
/**
 * The text of each value, with these means and standard deviations: 5·2/3 V; the mean of the readings, 0.3/√3;
 * ½·9.81·(4 + 0.05²) m, 9.81·2·0.05 m.
 */
export const SHOWN = [
  /output \(V\): 3\.3333 ± 0\.00\d+/,
  /mean \(°C\): 20\.10 ± 0\.17/,
  /distance \(m\): +19\.6\d ± 0\.9\d/,
];
