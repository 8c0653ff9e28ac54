//! How much may still be written.

use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Returns the bytes that this user may still write to the file system of `folder`.
///
/// # Errors
/// Fails when the folder is missing or the system does not say.
pub fn room(folder: &Path) -> io::Result<u64> {
    let path = CString::new(folder.as_os_str().as_bytes())?;
    let mut found = std::mem::MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: a path that ends with zero, and room for the answer.
    if unsafe { libc::statvfs(path.as_ptr(), found.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has filled it.
    let found = unsafe { found.assume_init() };
    #[allow(clippy::useless_conversion, reason = "their types differ from system to system")]
    Ok(u64::from(found.f_bavail).saturating_mul(found.f_frsize.into()))
}
