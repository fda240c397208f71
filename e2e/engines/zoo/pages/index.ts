import type { ZooPage } from "../ZooPage.ts"
import { dialogPages } from "./dialogs.ts"
import { documentPages } from "./documents.ts"
import { inputPages } from "./input.ts"
import { libraryPages } from "./libraries.ts"
import { looksPages } from "./looks.ts"
import { placePages } from "./places.ts"
import { reachingPages } from "./reaching.ts"
import { scrollPages } from "./scrolling.ts"
import { strangerPages } from "./strangers.ts"
import { wordPressPages } from "./wordpress.ts"

/** Pages as others make them. */
export const zooPages: readonly ZooPage[] = [
  { name: "a plain page" },
  ...looksPages,
  ...scrollPages,
  ...inputPages,
  ...placePages,
  ...documentPages,
  ...reachingPages,
  ...libraryPages,
  ...dialogPages,
  ...wordPressPages,
  ...strangerPages,
]
