// What stands beside the program's text on the left side: its files, its inputs, how it is built. Loaded with the first look at one.
import '../../project/haze-project.ts';
import '../dialogs/haze-core-form.ts';
import '../dialogs/haze-program-inputs.ts';
import '../dialogs/haze-run-settings.ts';
