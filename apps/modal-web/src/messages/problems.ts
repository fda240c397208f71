import { engineMessages } from "@wmodal/core"
import { englishMessages } from "./Catalogue.ts"
import "./icu.ts"

// Every module that describes a problem imports this. The first view describes none.
Object.assign(englishMessages, engineMessages)
