// Panels that accompany the program's text: files, inputs and build. Lazy-loaded when the first panel opens.
import '../../project/haze-project.ts';
import '../dialogs/haze-core-form.ts';
import '../dialogs/haze-program-inputs.ts';
import '../dialogs/haze-run-settings.ts';
