import { parentPort, workerData } from 'node:worker_threads'
import { parseYaml, type Yaml } from './parse-yaml.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `parseText` starts this thread with
parentPort?.postMessage(parseYaml(workerData as Yaml))
