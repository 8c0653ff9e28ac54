//! The instructions for which the loops over all rows are compiled.
//!
//! The loops are written once, in plain Rust. Functions that contain such loops exist twice: in portable form, and
//! compiled for the processor's vector unit; [`twinned!`] creates the second and chooses at run time. The tests judge
//! the second, and a third one for rows of 32 bits, by the portable one.

/// The target for which a function is compiled. Only [`Portable`] and [`Vector`] are units.
pub trait Unit: Copy + sealed::Sealed {
    /// Returns the vector unit, if this is it. The result is known at compile time.
    fn vector(self) -> Option<Vector>;
}

mod sealed {
    /// Keeps other crates from declaring units.
    pub trait Sealed {}
    impl Sealed for super::Portable {}
    impl Sealed for super::Vector {}
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The vector unit: AVX2, BMI1, BMI2, LZCNT and POPCNT. A value of this type proves that the processor has them,
/// because only [`Vector::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Vector {
    long: Option<Long>,
}

/// Registers of 512 bits: AVX-512 with its instructions for bytes, bits and equal words, and GFNI, as Ice Lake and Zen
/// 4 have it. A value of this type proves that the processor has them.
#[derive(Clone, Copy, Debug)]
pub struct Long(());

/// A function compiled for [`Long`].
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_for_long {
    ($($function:tt)*) => {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512cd,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
        )]
        $($function)*
    };
}

pub use compiled_for_long;

#[cfg(target_arch = "x86_64")]
impl Long {
    /// Returns the vector unit that has these.
    #[inline(always)]
    pub fn vector(self) -> Vector {
        Vector { long: Some(self) }
    }

    fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("gfni");
        has_all.then_some(Self(()))
    }
}

impl Vector {
    /// Returns the vector unit, if the processor has all of it. Cost: loads of a few cached words.
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then(|| Self { long: Long::detect() })
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            None
        }
    }

    /// Returns the longer registers, if the processor has them.
    #[inline(always)]
    pub fn long(self) -> Option<Long> {
        self.long
    }

    /// Returns the unit without the longer registers: the twin that judges them.
    #[must_use]
    pub fn without_long(self) -> Self {
        Self { long: None }
    }
}

impl Unit for Portable {
    #[inline(always)]
    fn vector(self) -> Option<Vector> {
        None
    }
}

impl Unit for Vector {
    #[inline(always)]
    fn vector(self) -> Option<Vector> {
        Some(self)
    }
}

/// `twinned!(vector, body, [F: Bound], (a: A, b: B), Output)`: the value of `body(unit, a, b)`, an `#[inline(always)]`
/// function generic in its [`Unit`], rows `R`, `W` and possibly one closure type, compiled for the vector unit when
/// `vector`, an `Option<Vector>`, holds one.
///
/// For rows of 32 bits there is a third one, for [`Long`]: sets of 24 vertices fill its registers better, n = 12 in
/// such rows takes 0.95 of the user time. For rows of 16 bits it gained nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! twinned {
    ($vector:expr, $body:expr, [$($generic:ident : $bound:path)?], ($($name:ident : $type:ty),*), $output:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn on_the_vector_unit<R: $crate::Lanes<W>, const W: usize, $($generic: $bound)?>(
            unit: $crate::vector::Vector,
            $($name: $type),*
        ) -> $output {
            $body(unit, $($name),*)
        }
        #[cfg(target_arch = "x86_64")]
        $crate::vector::compiled_for_long! {
            fn on_long_registers<R: $crate::Lanes<W>, const W: usize, $($generic: $bound)?>(
                unit: $crate::vector::Vector,
                $($name: $type),*
            ) -> $output {
                $body(unit, $($name),*)
            }
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = $vector
            && W == 24
            && unit.long().is_some()
        {
            // SAFETY: a `Long` proves that the processor has these features.
            return unsafe { on_long_registers::<R, W, $($generic)?>(unit, $($name),*) };
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = $vector {
            // SAFETY: a `Vector` proves that the processor has these features.
            return unsafe { on_the_vector_unit(unit, $($name),*) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _: Option<$crate::vector::Vector> = $vector;
        $body($crate::vector::Portable, $($name),*)
    }};
}

pub use twinned;
