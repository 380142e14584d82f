//! Times as people write them.

/// Seconds since 1970 as people write a time (UTC), with the calendar of Gregory.
pub(super) fn utc(seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "times of a log are of this era")]
    let seconds = seconds.floor() as i64;
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years begin in March, so that leap days come last; 719,468 days before 1970 is March of year 0.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    // Howard Hinnant's `civil_from_days`: the divisors are the days of 4, 100 and 400 years less
    // those of the leap day.
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on five months always have 153 days.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let (hours, minutes) = (second / 3600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{:02}Z", second % 60)
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_those_of_the_calendar() {
        // date -u -d @SECONDS +%FT%TZ
        for (seconds, expected) in [
            (0.0, "1970-01-01T00:00:00Z"),
            (951_782_399.9, "2000-02-28T23:59:59Z"),
            (951_782_400.0, "2000-02-29T00:00:00Z"),
            (1_771_311_126.056, "2026-02-17T06:52:06Z"),
            (1_798_761_599.0, "2026-12-31T23:59:59Z"),
            (-1.0, "1969-12-31T23:59:59Z"),
        ] {
            assert_eq!(utc(seconds), expected);
        }
    }
}
