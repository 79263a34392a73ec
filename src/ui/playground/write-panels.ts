// What stands beside the program's text on the left side: its files, its inputs, how it is built. Loaded with the first look at one.
import '../project/haze-project.ts';
import './haze-core-form.ts';
import './haze-program-inputs.ts';
import './haze-run-settings.ts';
