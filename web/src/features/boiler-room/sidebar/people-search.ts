/** Whether all suggested people are shown. */
export interface AllPeople {
  allPeople: boolean
  onAllPeople: (all: boolean) => void
}

/** A request to move focus to the suggested people. */
export interface PeopleSearch {
  findingPeople: boolean
  onPeopleFound: () => void
}
