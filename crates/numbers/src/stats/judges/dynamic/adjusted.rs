//! Scores of a campaign by least squares on systems and segments, where each page has ratings of all its segments.
//!
//! Segments of a document then have ratings of the same systems, so that a document is one item that counts by its
//! segments, and [`LeastSquaresMeans`](crate::stats::least_squares_means::LeastSquaresMeans) of segments has the same scores. With few systems this takes no time: a simulation
//! wants it a million times.

use nalgebra::{DMatrix, DVector};

use super::Page;

/// What a document has: its segments, and of each system with ratings its number and mean.
type Document = (f64, Vec<(usize, f64)>);

/// Score of each system that has ratings; nothing where systems fall into groups that no document compares. O(pages +
/// documents x systems² + systems³).
pub fn adjusted(pages: &[Page], systems: usize) -> Option<Vec<Option<f64>>> {
    let documents = documents(pages, systems);
    let (mut gram, mut sums) = (DMatrix::zeros(systems, systems), DVector::zeros(systems));
    for (segments, means) in &documents {
        let count = means.len() as f64;
        let centre = centre(means);
        for (system, mean) in means {
            sums[*system] += segments * (mean - centre);
            gram[(*system, *system)] += segments;
            for (other, _) in means {
                gram[(*system, *other)] -= segments / count;
            }
        }
    }
    let is_rated = connected(&documents, systems)?;
    // Effects are known but for what all have in common: theirs is 0. Systems without ratings have none.
    for one in 0..systems {
        for other in 0..systems {
            if is_rated[one] && is_rated[other] {
                gram[(one, other)] += 1.0;
            }
        }
        if !is_rated[one] {
            gram[(one, one)] = 1.0;
        }
    }
    let effects = gram.cholesky()?.solve(&sums);
    let all: f64 = documents.iter().map(|(segments, _)| segments).sum();
    let common = documents.iter().map(|(segments, means)| {
        let effect = means.iter().map(|(system, _)| effects[*system]).sum::<f64>();
        segments * (centre(means) - effect / means.len() as f64)
    });
    let common = common.sum::<f64>() / all;
    Some((0..systems).map(|system| is_rated[system].then(|| common + effects[system])).collect())
}

/// Mean over systems.
fn centre(means: &[(usize, f64)]) -> f64 {
    means.iter().map(|(_, mean)| mean).sum::<f64>() / means.len() as f64
}

/// Documents with ratings, in the order of their numbers.
fn documents(pages: &[Page], systems: usize) -> Vec<Document> {
    let count = pages.iter().map(|page| page.document as usize + 1).max().unwrap_or(0);
    let mut segments = vec![0.0; count];
    let mut ratings = vec![(0.0, 0.0); count * systems];
    for page in pages {
        segments[page.document as usize] = f64::from(page.segments);
        for shown in &page.shown {
            let (sum, count) = &mut ratings[page.document as usize * systems + shown.system];
            (*sum, *count) = (*sum + shown.sum, *count + f64::from(shown.ratings));
        }
    }
    let means = ratings.chunks(systems.max(1)).map(|of_document| {
        let rated = of_document.iter().enumerate().filter(|(_, (_, count))| *count > 0.0);
        rated.map(|(system, (sum, count))| (system, sum / count)).collect::<Vec<_>>()
    });
    segments.into_iter().zip(means).filter(|(_, means)| !means.is_empty()).collect()
}

/// Which systems have ratings; nothing where no chain of documents leads from one of these to another.
fn connected(documents: &[Document], systems: usize) -> Option<Vec<bool>> {
    let mut is_rated = vec![false; systems];
    let mut group: Vec<usize> = (0..systems).collect();
    for (_, means) in documents {
        let first = group[means[0].0];
        for (system, _) in means {
            is_rated[*system] = true;
            let merged = group[*system];
            group.iter_mut().filter(|group| **group == merged).for_each(|group| *group = first);
        }
    }
    let mut groups = (0..systems).filter(|system| is_rated[*system]).map(|system| group[system]);
    let first = groups.next()?;
    groups.all(|group| group == first).then_some(is_rated)
}

#[cfg(test)]
mod tests {
    use super::super::super::population::{generator, normal, uniform};
    use super::super::Shown;
    use super::super::tests::{close, page};
    use super::*;
    use crate::stats::least_squares_means::{LeastSquaresMeans, Observation};

    /// Pages of 8 systems, some twice on a document, and the last without any.
    fn pages() -> Vec<Page> {
        let random = &mut generator("adjusted", 0);
        let pages = (0..40_u32).map(|number| {
            let document = (7 * number) % 12;
            let systems = [0, 1, 2].map(|place: usize| {
                let first = (number as usize * 5 + place * (1 + number as usize % 2)) % 7;
                (first, 70.0 + first as f64 + 10.0 * normal(random) + uniform(random))
            });
            page(document, 1 + document, &systems)
        });
        pages.collect()
    }

    /// Every segment of a document as an item, every rating with its weight, by the other program of this package.
    #[test]
    fn scores_are_those_of_segments() {
        let pages = pages();
        let mut items: Vec<Vec<Observation>> = Vec::new();
        for document in 0..12_u32 {
            let shown: Vec<&Shown> = pages
                .iter()
                .filter(|page| page.document == document)
                .flat_map(|page| &page.shown)
                .collect();
            let observations: Vec<Observation> = shown
                .iter()
                .map(|rating| {
                    let times = shown.iter().filter(|other| other.system == rating.system).count();
                    Observation {
                        system: u32::try_from(rating.system).unwrap(),
                        judge: None,
                        score: rating.sum / f64::from(rating.ratings),
                        weight: 1.0 / times as f64,
                    }
                })
                .collect();
            items.extend((0..=document).map(|_| observations.clone()));
        }
        let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
        let fit = LeastSquaresMeans::new(&items, 8, 0).unwrap();
        let scores = adjusted(&pages, 8).unwrap();
        assert_eq!(scores[7], None);
        for (system, score) in scores.iter().enumerate().take(7) {
            close(&[score.unwrap()], &[fit.score(system).unwrap()], 1e-9);
        }
    }

    /// A is 5 above B on the document of two segments, B 1 above C on that of three. So with effects of 5, 0 and -1 the
    /// documents have 70 and 60.
    #[test]
    fn documents_count_by_their_segments() {
        let pages = [page(0, 2, &[(0, 75.0), (1, 70.0)]), page(1, 3, &[(1, 60.0), (2, 59.0)])];
        let scores: Vec<f64> = adjusted(&pages, 3).unwrap().into_iter().flatten().collect();
        close(&scores, &[69.0, 64.0, 63.0], 1e-12);
    }

    #[test]
    fn systems_that_nothing_compares_have_no_score() {
        let pages = [page(0, 2, &[(0, 75.0), (1, 70.0)]), page(1, 3, &[(2, 60.0), (3, 59.0)])];
        assert_eq!(adjusted(&pages, 4), None);
        assert_eq!(adjusted(&[], 4), None);
        assert_eq!(adjusted(&pages[..1], 4).unwrap()[2..], [None, None]);
    }
}
