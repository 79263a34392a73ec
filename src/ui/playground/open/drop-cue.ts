// Sign over the page while files are dragged on it.
import './drop-cue.css';
