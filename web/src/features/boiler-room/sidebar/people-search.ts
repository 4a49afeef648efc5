/** A request to move focus to the suggested people. */
export interface PeopleSearch {
  findingPeople: boolean
  onPeopleFound: () => void
}
