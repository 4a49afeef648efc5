import { parentPort, workerData } from 'node:worker_threads'
import { parseYaml, type Yaml } from './parse-yaml.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/require-post-message-target-origin -- `parseText` passes it, and a thread has no window
parentPort?.postMessage(parseYaml(workerData as Yaml))
