import { discardData } from './discard-data.ts'

// The server as it is, but on an empty data folder (given as the argument): what a run before this one left is gone.
const [dataDir] = process.argv.slice(2)
if (dataDir) await discardData(dataDir)
await import('#main.ts')
