/** Moves a React page from AppKit to wmodal. */
export { type Migration, migrate } from "./migrate.ts"
export type { Note } from "./Source.ts"
