//! The one rule for differences that rounding makes.

/// Spacing of the numbers that programs write as scores, relative to their size: that of 32-bit floats, which neural
/// metrics compute in.
const SPACING: f64 = f32::EPSILON as f64;

/// Returns `true` if numbers of the size `scale` that differ by `spread` may differ by rounding alone.
pub(super) fn is_rounding(spread: f64, scale: f64) -> bool {
    spread <= SPACING * scale
}
