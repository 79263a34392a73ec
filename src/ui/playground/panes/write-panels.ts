// Panels beside the program's text: its files, its inputs, its build. Lazy-loaded with the first panel that opens.
import '../../project/haze-project.ts';
import '../dialogs/haze-core-form.ts';
import '../dialogs/haze-program-inputs.ts';
import '../dialogs/haze-run-settings.ts';
