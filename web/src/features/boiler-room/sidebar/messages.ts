/** Specification 2, Boiler Room. */
export const noTrendingTopics = 'No trending topics at the moment.'
export const noSuggestions = 'No suggested connections available at the moment.'
export const seeMore = 'See More Suggestions'
export const showLess = 'Show Less'
export const topicsLoadFailed = 'Trending topics could not be loaded.'
export const suggestionsLoadFailed = 'Suggestions could not be loaded.'
