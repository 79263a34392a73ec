// Entry of the playground's page.
import './playground/haze-playground.ts';
