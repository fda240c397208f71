import { engineMessages } from "@wmodal/core"
import { englishMessages } from "./Catalogue.ts"
import "./icu.ts"

// Whatever says a problem imports this: the first view has none to say.
Object.assign(englishMessages, engineMessages)
