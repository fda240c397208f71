/** A code block of a page. */
export interface Example {
  /** Its first line, from 1. */
  readonly line: number
  readonly code: string
  /** Declarations of what the reader's page has already. */
  readonly uses: readonly string[]
  /** The reader's file, if the block names it. */
  readonly file?: string
}

/** A reader's files by name. */
export type Project = Readonly<Record<string, Example>>

export declare const readExamples: (text: string) => readonly Example[]
export declare const toProjects: (examples: readonly Example[], files?: Project) => readonly Project[]
export declare const toModule: (example: Example) => string
