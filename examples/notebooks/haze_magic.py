"""IPython and Jupyter: a cell that begins with `%%haze` is a Haze program, built and run with the cell.

Copy this file next to the notebook, and add a cell with `%load_ext haze_magic`. It starts `haze docs render` once
per notebook, so that compilers stay warm; HAZE_COMMAND sets the command, `npx haze` by default.
"""

import argparse
import json
import os
import shlex
import subprocess


class HazeError(Exception):
    """Problems in a program, one per line: `cell:line: message`."""

    def _render_traceback_(self):
        return str(self).splitlines()


class Value:
    """A distribution that a program printed; notebooks show its density."""

    def __init__(self, name, text, mean, deviation, interval, svg):
        self.name = name
        self.text = text
        self.mean = mean
        #: Standard deviation.
        self.deviation = deviation
        #: The bounds of the interval that contains 95 % of the probability.
        self.interval = tuple(interval)
        self.svg = svg

    def __repr__(self):
        return f'{self.name}: {self.text}' if self.name else self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {'text/plain': repr(self), 'image/svg+xml': self.svg}


class Result:
    """Output of a program: `text`, and its distributions by number or by the text before them."""

    def __init__(self, output):
        self.text = output['text']
        self.error_text = output['errorText']
        self.exit_status = output['exitStatus']
        self.values = [Value(**value) for value in output['values']]

    def __getitem__(self, key):
        if isinstance(key, int):
            return self.values[key]
        for value in self.values:
            if value.name == key:
                return value
        names = ', '.join(repr(value.name) for value in self.values)
        raise KeyError(f'no value is named {key!r}; there are: {names}')

    def __len__(self):
        return len(self.values)


class Renderer:
    """The command, which runs for all cells."""

    def __init__(self):
        self.process = None

    def render(self, program):
        if self.process is None or self.process.poll() is not None:
            command = [*shlex.split(os.environ.get('HAZE_COMMAND', 'npx haze')), 'docs', 'render']
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')
        try:
            self.process.stdin.write(json.dumps({'file': 'cell', 'programs': [program], 'outputs': True}) + '\n')
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BaseException:
            # Interrupted: its answer would be mistaken for the next answer.
            self.process.kill()
            self.process.wait()
            self.process = None
            raise
        answer = json.loads(line) if line else {'error': 'haze docs render has ended'}
        if 'error' in answer:
            raise HazeError(answer['error'])
        return answer

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


renderer = Renderer()


class Arguments(argparse.ArgumentParser):
    """Shows problems in the notebook instead of raising an exception."""

    def error(self, message):
        raise HazeError(f'cell:1: {message}\n{self.format_usage().strip()}')


ARGUMENTS = Arguments(prog='%%haze', add_help=False)
ARGUMENTS.add_argument('--language', default='c', help='c, cpp or fortran')
ARGUMENTS.add_argument('--core', help='a core by name, such as C0-M')
ARGUMENTS.add_argument('--seed', help='decides every random number')
ARGUMENTS.add_argument('--stdin', help="the program's standard input")
ARGUMENTS.add_argument('--arguments', help="the program's arguments")
ARGUMENTS.add_argument('--timeout', help='seconds until it is stopped')
ARGUMENTS.add_argument('--name', help='the variable of the notebook that gets the result')


def describe_attribute(name, value):
    if '"' in value and "'" in value:
        raise HazeError(f'cell:1: --{name} cannot have quotes of both kinds')
    quote = "'" if '"' in value else '"'
    text = value.replace('\n', '\\n').replace('\t', '\\t')
    return f'{name}={quote}{text}{quote}'


def run_cell(line, cell):
    """Builds and runs a cell. Raises HazeError with line numbers of the cell; `%%haze` is line 1."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise HazeError(f'cell:1: {error}') from None
    given = vars(ARGUMENTS.parse_args(words))
    name = given.pop('name')
    if name is not None and not name.isidentifier():
        raise HazeError(f'cell:1: {name!r} cannot be the name of a variable')
    language = given.pop('language')
    attributes = [describe_attribute(key, value) for key, value in given.items() if value is not None]
    answer = renderer.render({'language': language, 'attributes': ' '.join(attributes), 'text': cell, 'line': 1})
    if answer['problems']:
        raise HazeError('\n'.join(answer['problems']))
    return name, Result(answer['outputs'][0])


def show_value(value):
    from IPython.display import display

    display(value)


def load_ipython_extension(shell, show=show_value):
    """Registers `%%haze` in a notebook. `show` is called with every value."""

    def haze(line, cell):
        name, result = run_cell(line, cell)
        print(result.text)
        if result.error_text:
            print(result.error_text)
        for value in result.values:
            show(value)
        if name is not None:
            shell.user_ns[name] = result

    shell.register_magic_function(haze, magic_kind='cell', magic_name='haze')


def unload_ipython_extension(shell):
    renderer.close()
