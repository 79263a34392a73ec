// Types of imports that the bundler adds: texts of files, and modules by pattern.
/// <reference types="vite/client" />
