import { checkPrograms, clusterPrograms } from './programs.ts'

// Run before the tests of clusters, which would wait for a program that is missing.
try {
  checkPrograms(clusterPrograms)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
