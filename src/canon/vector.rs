//! Which instructions the loops over all rows are compiled for.
//!
//! The loops are written once, in plain Rust. Functions that hold such loops exist twice: as they are, and compiled for
//! the processor's vector unit; [`twinned!`] makes the second and chooses at run time. The portable one is the judge of
//! the other in the tests.

/// Whether the processor has the instructions that the vector twins are compiled for.
#[inline(always)]
pub fn available() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// What a function is compiled for.
pub trait Unit: Copy {
    /// Whether the processor's vector unit may be used.
    const VECTOR: bool;
}

/// Any processor.
#[derive(Clone, Copy)]
pub struct Portable;

/// The vector unit. Only [`twinned!`] makes one, where there is one.
#[derive(Clone, Copy)]
pub struct Vector;

impl Unit for Portable {
    const VECTOR: bool = false;
}

impl Unit for Vector {
    const VECTOR: bool = true;
}

/// `twinned!(vector, body, [F: Bound], (a: A, b: B), Output)`: the value of `body(unit, a, b)`, an `#[inline(always)]`
/// function generic in its [`Unit`], rows `R`, `W` and perhaps one closure type, compiled for the vector unit when
/// `vector` (which must imply [`available`]) says so.
macro_rules! twinned {
    ($vector:expr, $body:expr, [$($generic:ident : $bound:path)?], ($($name:ident : $type:ty),*), $output:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn on_the_vector_unit<R: $crate::canon::Lanes, const W: usize, $($generic: $bound)?>($($name: $type),*) -> $output {
            $body($crate::canon::vector::Vector, $($name),*)
        }
        #[cfg(target_arch = "x86_64")]
        if $vector {
            // SAFETY: the caller says by `$vector` that the processor has these features.
            return unsafe { on_the_vector_unit($($name),*) };
        }
        $body($crate::canon::vector::Portable, $($name),*)
    }};
}

pub(crate) use twinned;
