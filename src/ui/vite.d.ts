// What the bundler offers beside modules: texts of files, and modules by pattern.
/// <reference types="vite/client" />
