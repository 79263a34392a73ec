"""MkDocs: fences with `haze` after their language are Haze programs, built and run with the site.

Copy this file next to mkdocs.yml and list it under `hooks`. It starts `haze docs render` once; HAZE_COMMAND sets the
command, `npx haze` by default.
"""

import json
import logging
import os
import shlex
import subprocess

from mkdocs.exceptions import PluginError

log = logging.getLogger('mkdocs.plugins.haze')
process = None
rendered = {}


def render(request):
    global process
    if process is None:
        command = [*shlex.split(os.environ.get('HAZE_COMMAND', 'npx haze')), 'docs', 'render']
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')
    process.stdin.write(json.dumps(request) + '\n')
    process.stdin.flush()
    line = process.stdout.readline()
    answer = json.loads(line) if line else {'error': 'haze docs render has ended'}
    if 'error' in answer:
        raise PluginError(answer['error'])
    return answer


def modules(config):
    """The folder of haze-docs.js in the built site: unedited programs run from modules there, without a compiler."""
    for script in config['extra_javascript']:
        name = str(script)
        if name.endswith('haze-docs.js') and '://' not in name:
            return {'folder': os.path.join(config['site_dir'], os.path.dirname(name))}
    return {}


def on_page_markdown(markdown, page, config, **_):
    theme = config['theme']
    language = theme['locale'] if 'locale' in theme else 'en'
    request = {'file': page.file.abs_src_path, 'markdown': markdown, 'lang': str(language), **modules(config)}
    answer = render(request)
    for warning in answer['warnings']:
        log.warning(warning)
    if answer['problems']:
        raise PluginError('\n'.join(answer['problems']))
    rendered[page.file.src_uri] = answer['html']
    return answer['markdown']


def on_page_content(html, page, **_):
    for number, program in enumerate(rendered.pop(page.file.src_uri, [])):
        html = html.replace(f'<div id="haze-place-{number}"></div>', program)
    return html


def on_post_build(**_):
    global process
    if process is not None:
        process.stdin.close()
        process.wait()
        process = None
