import { discardData } from './discard-data.ts'

// The server as it is, but always on an empty data folder: what a run before this one left is gone.
const dataDir = '.cache/e2e-data'
await discardData(dataDir)
process.env['DATA_DIR'] = dataDir
await import('#main.ts')
