// Cue shown over the page while files are dragged onto it.
import './drop-cue.css';
