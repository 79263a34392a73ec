"""Sphinx: `.. haze:: c` is a Haze program, built and run with the site.

Copy this file next to conf.py and add it to `extensions`. It starts `haze docs render` once per build; the setting
`haze_command` sets the command, ['npx', 'haze'] by default.
"""

import json
import os
import subprocess

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

logger = logging.getLogger(__name__)


class haze_program(nodes.Element):
    """Placeholder for a program while the document is being read."""


class AnyOption(dict):
    """Accepts every option unchanged: the command checks the options."""

    def __bool__(self):
        return True

    def __missing__(self, name):
        return lambda value: value or ''


def describe_option(name, value):
    quote = "'" if '"' in value else '"'
    return name if value == '' else f'{name}={quote}{value}{quote}'


class HazeDirective(SphinxDirective):
    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec = AnyOption()

    def run(self):
        language, _, words = self.arguments[0].partition(' ')
        options = [describe_option(name, value) for name, value in self.options.items()]
        node = haze_program()
        node['program'] = {
            'language': language,
            'attributes': ' '.join([words, *options]).strip(),
            'text': '\n'.join(self.content) + '\n',
            'line': self.lineno,
        }
        return [node]


class Renderer:
    """The command, which runs for all documents of a build."""

    def __init__(self, command):
        self.command = command
        self.process = None

    def render(self, request):
        if self.process is None:
            self.process = subprocess.Popen(
                [*self.command, 'docs', 'render'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8'
            )
        self.process.stdin.write(json.dumps(request) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {'error': 'haze docs render has ended'}
        if 'error' in answer:
            raise ExtensionError(answer['error'])
        return answer

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def maybe_output(node):
    """The output recorded after a program, if any."""
    following = node.next_node(descend=False, siblings=True)
    is_output = isinstance(following, nodes.literal_block) and following.get('language') == 'output'
    return following if is_output else None


def modules(app):
    """The folder of haze-docs.js in the built site: unedited programs run from modules there, without a compiler."""
    for script in app.config.html_js_files:
        name = script if isinstance(script, str) else script[0]
        if name.endswith('haze-docs.js') and '://' not in name:
            return {'folder': os.path.normpath(os.path.join(app.outdir, '_static', os.path.dirname(name)))}
    return {}


def render_programs(app, doctree):
    found = list(doctree.findall(haze_program))
    if not found:
        return
    if app.builder.format != 'html':
        for node in found:
            program = node['program']
            node.replace_self(nodes.literal_block(program['text'], program['text'], language=program['language']))
        return
    programs = []
    for node in found:
        output = maybe_output(node)
        programs.append({**node['program'], **({} if output is None else {'output': output.astext()})})
        if output is not None:
            output.parent.remove(output)
    file = app.env.doc2path(app.env.docname)
    request = {'file': str(file), 'programs': programs, 'lang': app.config.language or 'en', **modules(app)}
    answer = app.haze.render(request)
    for warning in answer['warnings']:
        logger.warning(warning)
    if answer['problems']:
        raise ExtensionError('\n'.join(answer['problems']))
    for node, html in zip(found, answer['html']):
        node.replace_self(nodes.raw('', html, format='html'))


def setup(app):
    app.add_config_value('haze_command', ['npx', 'haze'], 'env')
    app.add_node(haze_program)
    app.add_directive('haze', HazeDirective)
    app.connect('config-inited', lambda app, config: setattr(app, 'haze', Renderer(config.haze_command)))
    app.connect('doctree-read', render_programs)
    app.connect('build-finished', lambda app, error: app.haze.close())
    return {'version': '1', 'parallel_read_safe': False}
