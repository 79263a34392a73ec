# Runs the cells of a notebook as IPython would, with a shell that provides everything the extension uses, and prints the
# results as JSON: `python3 notebook.py FOLDER NOTEBOOK`.
import contextlib
import io
import json
import sys

sys.path.insert(0, sys.argv[1])
import haze_magic


class Shell:
    def __init__(self):
        self.user_ns = {}
        self.magics = {}

    def register_magic_function(self, function, magic_kind, magic_name):
        self.magics[magic_kind, magic_name] = function


shell = Shell()
shown = []
printed = io.StringIO()
with open(sys.argv[2], encoding='utf-8') as file:
    sources = [''.join(cell['source']) for cell in json.load(file)['cells'] if cell['cell_type'] == 'code']
with contextlib.redirect_stdout(printed):
    for source in sources:
        if source == '%load_ext haze_magic':
            haze_magic.load_ipython_extension(shell, lambda value: shown.append(value._repr_mimebundle_()))
        elif source.startswith('%%haze'):
            head, _, body = source.partition('\n')
            shell.magics['cell', 'haze'](head.removeprefix('%%haze'), body)
        else:
            exec(source, shell.user_ns)

problems = []
haze = shell.magics['cell', 'haze']
for line, cell in [('', 'int main(void) {\n  return x;\n}\n'), ('--core C9', 'int x;'), ('--colour red', ''), ('--seed "', '')]:
    try:
        haze(line, cell)
    except haze_magic.HazeError as error:
        problems.append(str(error))
haze_magic.unload_ipython_extension(shell)
print(json.dumps({'printed': printed.getvalue(), 'shown': shown, 'problems': problems}))
