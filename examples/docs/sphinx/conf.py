import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = 'Wings'
extensions = ['haze_sphinx']
# `npx haze init public/haze` puts them there.
html_extra_path = ['public']
html_css_files = ['../haze/haze-docs.css']
html_js_files = [('../haze/haze-docs.js', {'defer': 'defer'})]
exclude_patterns = ['node_modules', '_build', 'public']
