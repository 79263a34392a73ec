// Types for imports that the bundler adds: files as text, and modules by pattern.
/// <reference types="vite/client" />
